import { FileText, Image as ImageIcon } from 'lucide-react';
import { artifactUrl } from '../../../shared/addresses.ts';
import type { Job } from '../../../shared/job.ts';
import { useHearth } from '../../store/hearth.ts';
import { PreviewImage } from '../../ui/PreviewImage.tsx';
import classes from './JobTable.module.css';

/** The job's first picture, while it runs its newest preview, else a mark that stands for none. Decoration: the row says the rest. */
export function JobThumb({ job }: { job: Job }) {
  const preview = useHearth((state) => state.progress[job.id]?.preview ?? null);
  const picture = job.artifacts.find(({ kind }) => kind === 'image');
  const Mark = job.artifacts.length > 0 ? FileText : ImageIcon;
  return (
    <span className={classes.thumb}>
      {picture ? (
        <img src={artifactUrl(picture.id)} alt="" loading="lazy" decoding="async" width={40} height={40} />
      ) : preview ? (
        <PreviewImage src={preview} alt="" />
      ) : (
        <Mark size={15} aria-hidden />
      )}
      {job.artifacts.length > 1 && <span className={classes.thumbCount}>{job.artifacts.length}</span>}
    </span>
  );
}
