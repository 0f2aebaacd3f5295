import type { EngineStats } from './client-types.ts';
import { asList, asNumber, asRecord, asText, parseLenient } from './lenient-json.ts';

/** Reads the body of `/system_stats`. null: this is no ComfyUI's. The first device is the main one. Pure. */
export const statsOf = (text: string): EngineStats | null => {
  const body = asRecord(parseLenient(text));
  const system = asRecord(body.system);
  // Present since the endpoint exists; other programs that answer 200 to everything have neither.
  if (!Array.isArray(body.devices) || asText(system.python_version) === null) return null;
  const device = asRecord(body.devices[0]);
  // Running on the processor it tells the machine's RAM once more as VRAM.
  const hasVram = asText(device.type) !== 'cpu';
  return {
    version: asText(system.comfyui_version),
    argv: asList(system.argv).flatMap((word) => asText(word) ?? []),
    python: asText(system.python_version)?.split(' ')[0] ?? null,
    torch: asText(system.pytorch_version),
    device: asText(device.name),
    ramTotalBytes: asNumber(system.ram_total),
    ramFreeBytes: asNumber(system.ram_free),
    vramTotalBytes: hasVram ? asNumber(device.vram_total) : null,
    vramFreeBytes: hasVram ? asNumber(device.vram_free) : null,
  };
};
