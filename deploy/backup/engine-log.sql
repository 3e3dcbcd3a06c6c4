select i.target_service_key as order_id, i.created_at, j.id as invocation, j."index" as entry, j.entry_json
from sys_journal j join sys_invocation i on i.id = j.id
where i.target_service_name = 'order' and j.entry_type in ('Command: Run', 'Notification: Run')
