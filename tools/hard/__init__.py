"""What is run by hand and takes long: see each file."""
