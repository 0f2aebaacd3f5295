import { describe, expect, it } from 'vitest';
import type { EngineRow } from '../../../electron/db/engines.ts';
import { newEngineRow } from '../../../electron/engine/new-engine.ts';

const managed = { kind: 'managed', folder: '/a', python: null, url: null } as const;
const external = { kind: 'external', folder: null, python: null, url: 'http://x:1' } as const;
const add = (...chosen: (typeof managed | typeof external)[]): EngineRow[] => {
  const rows: EngineRow[] = [];
  for (const one of chosen) rows.push(newEngineRow(one, undefined, rows));
  return rows;
};

describe('a new engine', () => {
  it('gets an id, a name and a port of its own', () => {
    expect(add(managed, managed, external, managed, external).map(({ id, name, port }) => [id, name, port])).toEqual([
      ['comfyui', 'ComfyUI', null],
      ['comfyui-2', 'ComfyUI 2', 8189],
      ['external', 'ComfyUI', null],
      ['comfyui-3', 'ComfyUI 3', 8190],
      ['external-2', 'ComfyUI 2', null],
    ]);
  });

  it('takes what became free, and leaves ports alone that a person gave away', () => {
    const rows = add(managed, managed, managed).filter(({ id }) => id !== 'comfyui-2');
    expect(newEngineRow(managed, 'Second', rows)).toMatchObject({ id: 'comfyui-2', name: 'Second', port: 8189 });
    const moved = rows.map((row) => (row.id === 'comfyui' ? { ...row, port: 8189 } : row));
    expect(newEngineRow(managed, undefined, moved)).toMatchObject({ id: 'comfyui-2', port: null });
  });

  it('has a client id of its own', () => {
    const ids = add(external, external).map(({ clientId }) => clientId);
    expect(new Set(ids).size).toBe(2);
  });
});
