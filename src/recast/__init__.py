"""ReCast: ask a remote model about private evidence without showing it the evidence."""
