-- What a session is still owed, found without reading through all that it was ever sent. Few rows at any time.
CREATE INDEX deliveries_waiting ON deliveries (session_id) WHERE state IN ('pending', 'sending', 'held');
