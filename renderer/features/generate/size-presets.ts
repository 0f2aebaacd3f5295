import type { Parameter, TemplateLimits } from '../../../shared/template.ts';

export interface SizePreset {
  /** Such as `3:2`. */
  ratio: string;
  width: number;
  height: number;
}

const ratios: [number, number][] = [
  [1, 1],
  [4, 3],
  [3, 2],
  [16, 9],
  [3, 4],
  [2, 3],
  [9, 16],
];

const bounds = (parameter: Parameter): { min: number; max: number; step: number } => ({
  min: Number(parameter.min ?? 1),
  max: Number(parameter.max ?? 16_384),
  step: parameter.step ?? 1,
});

const snap = (value: number, { min, step }: { min: number; step: number }): number =>
  min + Math.round((value - min) / step) * step;

/**
 * Usual picture shapes with about the area of the template's own default size, on both parameters' grids and within
 * their ranges and the template's pixel limit. Pure.
 */
export const sizePresets = (width: Parameter, height: Parameter, limits: TemplateLimits): SizePreset[] => {
  const area = Number(width.default ?? 512) * Number(height.default ?? 512);
  if (!Number.isFinite(area) || area <= 0) return [];
  const wide = bounds(width);
  const high = bounds(height);
  const seen = new Set<string>();
  const presets: SizePreset[] = [];
  for (const [a, b] of ratios) {
    const side = Math.sqrt(area / (a * b));
    // 64 is what models are trained on; a finer grid of the parameter alone would give sizes such as 627 × 418.
    const preset = {
      ratio: `${a}:${b}`,
      width: snap(side * a, { ...wide, step: Math.max(wide.step, 64 % wide.step === 0 ? 64 : wide.step) }),
      height: snap(side * b, { ...high, step: Math.max(high.step, 64 % high.step === 0 ? 64 : high.step) }),
    };
    const name = `${preset.width}x${preset.height}`;
    const fits =
      preset.width >= wide.min &&
      preset.width <= wide.max &&
      preset.height >= high.min &&
      preset.height <= high.max &&
      preset.width * preset.height <= (limits.pixels ?? Number.POSITIVE_INFINITY);
    if (!fits || seen.has(name)) continue;
    seen.add(name);
    presets.push(preset);
  }
  return presets;
};
