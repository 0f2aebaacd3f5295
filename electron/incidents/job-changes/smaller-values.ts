import type { Values } from '../../../shared/job.ts';
import type { Parameter } from '../../../shared/template.ts';

/** Roles that cost memory, the one whose loss is felt least first. */
const roles = ['batch', 'frames', 'pixels'] as const;

/**
 * A job's values with less to compute: a batch of one, else half the frames, else three quarters of width and height (about half the
 * pixels). Steps and smallest values of the template hold. null: nothing can be made smaller. Pure.
 */
export const smallerValues = (values: Values, parameters: readonly Parameter[]): Values | null => {
  for (const role of roles) {
    const wanted = parameters.filter((parameter) =>
      role === 'pixels' ? parameter.role === 'width' || parameter.role === 'height' : parameter.role === role,
    );
    const changes = wanted.flatMap((parameter): [string, number][] => {
      const now = Number(values[parameter.key] ?? parameter.default);
      if (!Number.isFinite(now)) return [];
      const less = fitted(role === 'batch' ? 1 : now * (role === 'frames' ? 0.5 : 0.75), parameter, role === 'pixels' ? 8 : 1);
      return less < now ? [[parameter.key, less]] : [];
    });
    if (changes.length > 0) return { ...values, ...Object.fromEntries(changes) };
  }
  return null;
};

const fitted = (wanted: number, { min, step }: Parameter, usualStep: number): number => {
  const least = Number(min ?? usualStep);
  const each = step ?? usualStep;
  return Math.max(least, least + Math.floor((wanted - least) / each) * each);
};
