"""What a question asks of a text: a figure looked up in it, or a word problem read by schemas and by the course of its entries."""
