export const frame = {
  screens: {
    generate: 'Generate',
    queue: 'Queue',
    gallery: 'Gallery',
    engine: 'Engine',
    settings: 'Settings',
  },
};
