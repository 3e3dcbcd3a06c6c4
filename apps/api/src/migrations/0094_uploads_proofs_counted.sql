-- Older code runs on this.
-- Proofs are stored for as long as they are promised, other uploads are attached soon. PostgreSQL takes the two columns for independent and
-- expects so few proofs that it reads and sorts all of them for each batch of the retention job.
create statistics uploads_proofs_counted (mcv) on purpose, state from uploads;
