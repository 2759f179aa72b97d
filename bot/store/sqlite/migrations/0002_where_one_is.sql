-- What runs in a channel is found without reading what was ever opened there.
CREATE INDEX tables_channel_running ON tables (channel_id, id) WHERE stage IN ('lobby', 'playing');
