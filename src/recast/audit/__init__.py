"""What leaks: attackers over sets of examples that were sent, each figure beside its chance level."""
