import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { FirstRunScreen } from './features/first-run/FirstRunScreen.tsx';
import { Frame } from './features/frame/Frame.tsx';
import { Splash } from './features/frame/Splash.tsx';
import { useHearth } from './store/hearth.ts';
import type { Screen } from './store/place.ts';
import { rememberedTheme, rememberTheme } from './store/remembered-theme.ts';
import { useView } from './store/view.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import { cssVariables, theme } from './ui/theme.ts';

const screenComponents: Record<Screen, ComponentType> = {
  generate: lazy(async () => ({ default: (await import('./features/generate/GenerateScreen.tsx')).GenerateScreen })),
  queue: lazy(async () => ({ default: (await import('./features/queue/QueueScreen.tsx')).QueueScreen })),
  gallery: lazy(async () => ({ default: (await import('./features/gallery/GalleryScreen.tsx')).GalleryScreen })),
  templates: lazy(async () => ({ default: (await import('./features/templates/TemplatesScreen.tsx')).TemplatesScreen })),
  engine: lazy(async () => ({ default: (await import('./features/engine/EngineScreen.tsx')).EngineScreen })),
  incidents: lazy(async () => ({ default: (await import('./features/incidents/IncidentsScreen.tsx')).IncidentsScreen })),
  benchmarks: lazy(async () => ({ default: (await import('./features/benchmarks/BenchmarksScreen.tsx')).BenchmarksScreen })),
  settings: lazy(async () => ({ default: (await import('./features/settings/SettingsScreen.tsx')).SettingsScreen })),
};

/** The whole page: first run until an engine was chosen, then the frame with one screen in it. */
export function App() {
  const wanted = useHearth((state) => (state.snapshots > 0 ? state.settings.theme : rememberedTheme()));
  useEffect(() => rememberTheme(wanted), [wanted]);
  const system = useColorScheme('dark', { getInitialValueInEffect: false });
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} forceColorScheme={wanted === 'system' ? system : wanted}>
      {/* Above the bar of running jobs. */}
      <Notifications position="bottom-right" styles={{ root: { marginBottom: 44 } }} />
      <Content />
    </MantineProvider>
  );
}

function Content() {
  const isLoaded = useHearth((state) => state.snapshots > 0);
  const isFirstRun = useHearth((state) => state.isFirstRun);
  const isSettingUp = useView((view) => view.isSettingUp);
  const screen = useView((view) => view.place.screen);
  if (!isLoaded) return <Splash />;
  if (isFirstRun || isSettingUp) return <FirstRunScreen />;
  const Current = screenComponents[screen];
  return (
    <Frame>
      <ErrorBoundary key={screen}>
        <Suspense fallback={null}>
          <Current />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}
