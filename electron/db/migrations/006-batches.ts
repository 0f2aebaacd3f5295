import type { Migration } from '../migrate.ts';

/**
 * Batches as things of their own, what jobs ask of an engine, and what that took here. Times are ms since the epoch, JSON columns
 * end in `_json`.
 */
export const batches: Migration = {
  number: 6,
  name: 'batches',
  sql: `
ALTER TABLE batches ADD COLUMN key TEXT;
ALTER TABLE batches ADD COLUMN template TEXT NOT NULL DEFAULT '';
ALTER TABLE batches ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE batches ADD COLUMN priority TEXT NOT NULL DEFAULT 'normal';
-- what its jobs share and what they differ in, with long texts cut: for reading only
ALTER TABLE batches ADD COLUMN values_json TEXT NOT NULL DEFAULT '{}';
ALTER TABLE batches ADD COLUMN axes_json TEXT NOT NULL DEFAULT '[]';
ALTER TABLE batches ADD COLUMN seeds INTEGER NOT NULL DEFAULT 1;
-- when none of its jobs could run by itself any more; null: some can, or nobody looked since they changed
ALTER TABLE batches ADD COLUMN ended_at INTEGER;
CREATE INDEX batches_order ON batches (first_seq);
CREATE INDEX batches_open ON batches (first_seq) WHERE ended_at IS NULL;

-- megapixels × batch × frames × steps; null for jobs of an earlier Hearth
ALTER TABLE jobs ADD COLUMN work REAL;
-- Whether a batch is still being written, and whether a job is heavy, is read from the index: thousands that may not be claimed cost no
-- look at their rows.
DROP INDEX jobs_claim;
CREATE INDEX jobs_claim ON jobs (grade, rank, batch, work) WHERE state = 'queued' AND attempt IS NULL;
CREATE INDEX jobs_batch ON jobs (batch, state, seq) WHERE batch IS NOT NULL;
CREATE INDEX jobs_loose ON jobs (state, seq) WHERE batch IS NULL;

UPDATE batches SET seeds = count, (key, template, version, priority, values_json) =
  (SELECT substr(key, 1, length(key) - 2), template, version, priority, '{}' FROM jobs
   WHERE seq >= batches.first_seq AND batch = batches.id ORDER BY seq LIMIT 1)
  WHERE EXISTS (SELECT 1 FROM jobs WHERE batch = batches.id);
DELETE FROM batches WHERE is_complete = 1 AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch = batches.id);

-- How many jobs of each state belong to no batch, and how much work of each template waits, kept by triggers so that nobody counts a
-- long table.
ALTER TABLE job_counts ADD COLUMN loose INTEGER NOT NULL DEFAULT 0;
UPDATE job_counts SET loose = (SELECT count(*) FROM jobs WHERE jobs.state = job_counts.state AND batch IS NULL);
DROP TRIGGER jobs_counted;
DROP TRIGGER jobs_moved;
DROP TRIGGER jobs_uncounted;
CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN
  UPDATE job_counts SET n = n + 1, loose = loose + (NEW.batch IS NULL) WHERE state = NEW.state;
END;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state ON jobs WHEN OLD.state <> NEW.state BEGIN
  UPDATE job_counts SET n = n - 1, loose = loose - (OLD.batch IS NULL) WHERE state = OLD.state;
  UPDATE job_counts SET n = n + 1, loose = loose + (NEW.batch IS NULL) WHERE state = NEW.state;
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  UPDATE job_counts SET n = n - 1, loose = loose - (OLD.batch IS NULL) WHERE state = OLD.state;
END;

CREATE TABLE waiting_work (
  template TEXT NOT NULL PRIMARY KEY,
  n INTEGER NOT NULL,
  work REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER jobs_wait AFTER INSERT ON jobs WHEN NEW.work IS NOT NULL AND NEW.state IN ('queued', 'failed_retryable') BEGIN
  INSERT INTO waiting_work (template, n, work) VALUES (NEW.template, 1, NEW.work)
    ON CONFLICT (template) DO UPDATE SET n = n + 1, work = work + excluded.work;
END;
CREATE TRIGGER jobs_wait_again AFTER UPDATE OF state ON jobs
WHEN NEW.work IS NOT NULL AND NEW.state IN ('queued', 'failed_retryable') AND OLD.state NOT IN ('queued', 'failed_retryable') BEGIN
  INSERT INTO waiting_work (template, n, work) VALUES (NEW.template, 1, NEW.work)
    ON CONFLICT (template) DO UPDATE SET n = n + 1, work = work + excluded.work;
END;
-- Sums of fractions drift: with the last one gone it is nothing again.
CREATE TRIGGER jobs_wait_no_more AFTER UPDATE OF state ON jobs
WHEN NEW.work IS NOT NULL AND OLD.state IN ('queued', 'failed_retryable') AND NEW.state NOT IN ('queued', 'failed_retryable') BEGIN
  UPDATE waiting_work SET n = n - 1, work = CASE n WHEN 1 THEN 0 ELSE work - OLD.work END WHERE template = OLD.template;
END;
CREATE TRIGGER jobs_wait_removed AFTER DELETE ON jobs WHEN OLD.work IS NOT NULL AND OLD.state IN ('queued', 'failed_retryable') BEGIN
  UPDATE waiting_work SET n = n - 1, work = CASE n WHEN 1 THEN 0 ELSE work - OLD.work END WHERE template = OLD.template;
END;

-- What attempts of each template took on this machine, the last few.
CREATE TABLE cost_samples (template TEXT NOT NULL PRIMARY KEY, samples_json TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
};
