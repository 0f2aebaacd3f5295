import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { channel } from './web/ports.ts';

// Forwards blindly: the host parses every message, and answers only its own page.
contextBridge.exposeInMainWorld('hearth', {
  post: (message: unknown): void => ipcRenderer.send(channel, message),
  onMessage(listener: (message: unknown) => void): () => void {
    const handle = (_event: IpcRendererEvent, message: unknown): void => listener(message);
    ipcRenderer.on(channel, handle);
    return () => void ipcRenderer.off(channel, handle);
  },
});
