import '@fontsource-variable/noto-sans-kr/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './ui/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from './App.tsx';
import { api } from './api.ts';
import { openPort } from './ports.ts';
import { followLanguage } from './store/follow-language.ts';
import { syncHearth } from './store/sync.ts';
import { followHash } from './store/view.ts';

// zod would probe `new Function`, which the page's content security policy forbids.
config({ jitless: true });
followLanguage();
followHash();
syncHearth(api);
api.start(openPort);

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
