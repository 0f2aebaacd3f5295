import url from './hearth.svg';

/** Hearth's sign; its name stands beside it. */
export function Logo({ size }: { size: number }) {
  return <img src={url} alt="" width={size} height={size} />;
}
