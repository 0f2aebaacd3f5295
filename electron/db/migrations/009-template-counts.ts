import type { Migration } from '../migrate.ts';

/** Jobs are counted by state and template, so that a list of one template knows its length without counting a long table. */
export const templateCounts: Migration = {
  number: 9,
  name: 'template counts',
  sql: `
DROP TRIGGER jobs_counted;
DROP TRIGGER jobs_moved;
DROP TRIGGER jobs_uncounted;
DROP TABLE job_counts;
-- \`loose\`: of those, in no batch.
CREATE TABLE job_counts (
  state TEXT NOT NULL,
  template TEXT NOT NULL,
  n INTEGER NOT NULL,
  loose INTEGER NOT NULL,
  PRIMARY KEY (state, template)
) STRICT, WITHOUT ROWID;
INSERT INTO job_counts (state, template, n, loose)
  SELECT state, template, count(*), sum(batch IS NULL) FROM jobs GROUP BY state, template;
CREATE TRIGGER jobs_counted AFTER INSERT ON jobs BEGIN
  INSERT INTO job_counts (state, template, n, loose) VALUES (NEW.state, NEW.template, 1, NEW.batch IS NULL)
    ON CONFLICT (state, template) DO UPDATE SET n = n + 1, loose = loose + excluded.loose;
END;
CREATE TRIGGER jobs_moved AFTER UPDATE OF state ON jobs WHEN OLD.state <> NEW.state BEGIN
  UPDATE job_counts SET n = n - 1, loose = loose - (OLD.batch IS NULL) WHERE state = OLD.state AND template = OLD.template;
  INSERT INTO job_counts (state, template, n, loose) VALUES (NEW.state, NEW.template, 1, NEW.batch IS NULL)
    ON CONFLICT (state, template) DO UPDATE SET n = n + 1, loose = loose + excluded.loose;
END;
CREATE TRIGGER jobs_uncounted AFTER DELETE ON jobs BEGIN
  UPDATE job_counts SET n = n - 1, loose = loose - (OLD.batch IS NULL) WHERE state = OLD.state AND template = OLD.template;
END;
`,
};
