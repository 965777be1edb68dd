"""What leaves a game for people and programs: encoded views, patches, reasons for refusals, wording, the client."""
