import { colourOf, hatchOf } from './look.ts';

/** Fills for the first `count` kinds of a chart: colour with hatching, as `url(#<prefix>-<place>)`. */
export function Hatches({ prefix, count }: { prefix: string; count: number }) {
  return (
    <defs>
      {Array.from({ length: count }, (_, place) => (
        <pattern
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a pattern is known by.
          key={place}
          id={`${prefix}-${place}`}
          width={8}
          height={8}
          patternUnits="userSpaceOnUse"
        >
          <rect width={8} height={8} fill={colourOf(place)} fillOpacity={0.35} />
          <path d={hatchOf(place)} stroke={colourOf(place)} strokeWidth={1.5} fill="none" />
        </pattern>
      ))}
    </defs>
  );
}
