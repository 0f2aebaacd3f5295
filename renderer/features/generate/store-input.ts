import { fileNameHeader, InputStored, inputsUrl, maxInputBytes } from '../../../shared/addresses.ts';
import { AppError, WireError } from '../../../shared/app-error.ts';

/**
 * Gives a picture to Hearth's own store and answers with the value that stands for it, good for as long as the data folder
 * lives. Throws AppError for what is no picture, what is too large, and a host that cannot be reached.
 */
export async function storeInput(file: File): Promise<InputStored> {
  if (file.size > maxInputBytes) throw new AppError('invalid-input', 'webTooLarge', { max: maxInputBytes / 1024 ** 2 });
  let response: Response;
  try {
    response = await fetch(inputsUrl, {
      method: 'POST',
      headers: { [fileNameHeader]: encodeURIComponent(file.name) },
      body: file,
    });
  } catch (cause) {
    throw new AppError('disconnected', 'disconnected', {}, { cause });
  }
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    const stored = InputStored.safeParse(body);
    if (stored.success) return stored.data;
  }
  const refused = WireError.safeParse(body);
  throw refused.success ? AppError.fromWire(refused.data) : new AppError('internal', 'internal');
}
