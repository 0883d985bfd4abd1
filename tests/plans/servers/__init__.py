"""Real servers on the loopback interface, and the small clients that carry out a plan."""
