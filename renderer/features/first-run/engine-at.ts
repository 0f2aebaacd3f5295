import type { Install } from '../../../shared/engine.ts';
import type { EngineAdd } from '../../../shared/engine-contract.ts';

/** How to add the engine behind an installation that was checked: one that runs at an address, or a folder to start. Pure. */
export const engineAt = (install: Install): EngineAdd =>
  install.layout === 'url'
    ? { kind: 'external', url: install.location }
    : { kind: 'managed', folder: install.location, ...(install.python === null ? {} : { python: install.python }) };
