"""Words: the reasoning vocabulary, inflection, colour names, mentions of labels, target worlds, invented names."""
