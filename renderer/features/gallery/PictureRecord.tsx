import type { Artifact } from '../../../shared/artifact.ts';
import { useAsk } from '../../store/use-ask.ts';
import { RecordFacts } from '../../ui/RecordFacts.tsx';

/** What the attempt that made this picture ran on. */
export function PictureRecord({ artifact }: { artifact: Artifact }) {
  const { data } = useAsk('records.list', { job: artifact.jobId });
  const record = data?.records.find(({ attempt }) => attempt === artifact.attemptId);
  return record ? <RecordFacts record={record} isNarrow /> : null;
}
