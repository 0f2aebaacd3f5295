/** The card's name as a person knows it, from what the boot log says: `cuda:0 NVIDIA GeForce RTX 5060 Ti : cudaMallocAsync`. Pure. */
export function deviceName(device: string): string {
  if (/^cpu\b/i.test(device)) return 'CPU';
  return device
    .replace(/^(?:cuda|xpu|mps|privateuseone|npu)(?::\d+)?\s*/i, '')
    .replace(/\s+:\s+\S.*$/, '')
    .replace(/^(?:NVIDIA|AMD|Intel\(R\))\s+/, '')
    .replace(/^GeForce\s+/, '')
    .trim();
}

/**
 * The card's name with its memory as it is sold: 16311 MB (of 1024²) is a 16 GB card. Where the name tells a size already, or
 * the memory is the machine's own, nothing is added. Pure.
 */
export function cardName(device: string, vramMb: number | null): string {
  const name = deviceName(device);
  if (vramMb === null || name === 'CPU' || /\d\s?GB\b/i.test(name)) return name;
  return `${name} ${Math.round(vramMb / 1024)} GB`.trim();
}
