"""What is on disk: tables, seats, logs of actions, chat."""
