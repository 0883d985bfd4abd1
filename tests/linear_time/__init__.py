"""Whether time is linear in the input: what is called, on which texts, and how the time is told.

``python -m tests.linear_time.measure ENTRY`` measures one entry point by itself, and shows what it costs.
"""
