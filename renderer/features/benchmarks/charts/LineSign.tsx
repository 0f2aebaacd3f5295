import { colourOf, dashOf } from './look.ts';

/** How the line of a configuration looks, for legends. */
export function LineSign({ place }: { place: number }) {
  return <line x1={0} x2={22} y1={6} y2={6} stroke={colourOf(place)} strokeWidth={2} strokeDasharray={dashOf(place)} />;
}
