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
