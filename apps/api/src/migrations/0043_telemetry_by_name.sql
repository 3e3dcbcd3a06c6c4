-- A day's funnel and a day's faults are read by the names of their events.
create index telemetry_by_name on telemetry_records (name, received_at);
