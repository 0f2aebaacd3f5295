import { z } from 'zod';

/** No input, or no answer. */
export const Nothing = z.object({});
/** So many at once; more are asked for in several calls. */
export const Ids = z.object({ ids: z.array(z.string().max(512)).min(1).max(1_000) });
