"""What `show` knows of a URL, prints, and underlines."""
