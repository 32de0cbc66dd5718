"""What a question asks of a chart: from its sketch to a tree, whether that is certain, and the sentence in which it goes out."""
