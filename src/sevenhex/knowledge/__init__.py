"""What one seat may know: views, bounds on hidden hands, card counting, worlds that agree with a view."""
