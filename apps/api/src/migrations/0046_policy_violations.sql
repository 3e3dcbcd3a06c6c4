-- What browsers kept off our pages is looked for by time, among everything else that pages tell.
create index telemetry_policy_violations on telemetry_records (received_at) where name = 'csp-violation';
