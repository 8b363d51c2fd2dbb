/** The window: navigation rail, screens, status bar, and the sheets over them. Keys and menus are in `commands/`. */
import { Button, Loader, useMantineColorScheme } from '@mantine/core';
import i18next from 'i18next';
import { Activity, Component, memo, type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { readingOf } from '../../contract/messages/language.ts';
import { requestQuietly } from '../bridge.ts';
import { followMenu } from './commands/applicationMenu.ts';
import './commands/commandTable.ts';
import { isPageBusy } from '../commands/keyEvents.ts';
import { type LazyComponent, LazyPart, lazyPart, preloadParts } from '../components/LazyPart.tsx';
import { FocusScreen } from '../components/restoreFocus.tsx';
import { EmptyState } from '../components/Screen.tsx';
import classes from '../components/Shell.module.css';
import { setLanguage } from '../locales/setup.ts';
import { AboutSheet } from '../screens/about/AboutSheet.tsx';
import { CardReport } from '../screens/cards/CardReport.tsx';
import { CardSheet } from '../screens/cards/CardSheet.tsx';
import { Comparisons } from '../screens/comparisons/Comparisons.tsx';
import { useComparing } from '../screens/comparisons/comparisons.ts';
import { CrashSheet } from '../screens/crashes/CrashSheet.tsx';
import { reportCrash } from '../screens/crashes/crashes.ts';
import { PickRuleSheet } from '../screens/picks/PickRuleSheet.tsx';
import { PicksSheet } from '../screens/picks/PicksSheet.tsx';
import { ProductListSheet } from '../screens/products/ProductListSheet.tsx';
import { ProductsTable } from '../screens/products/ProductsTable.tsx';
import { RecentListsSheet } from '../screens/products/RecentListsSheet.tsx';
import { QueueScreen } from '../screens/queue/QueueScreen.tsx';
import { ProcessWithSheet } from '../screens/reprocess/ProcessWithSheet.tsx';
import { followResults } from '../screens/review/follow/followResults.ts';
import { followUpdates } from '../screens/settings/updates.ts';
import { applyChanges, currentData, followMainProcess, useData, useLoad } from '../state/data/store.ts';
import { type Screen, screens, useUi } from '../state/window/navigation.ts';
import { useCommandKeys } from './commands/useCommandKeys.ts';
import { DropAnywhere } from './DropAnywhere.tsx';
import { followLists, followNotices, handleCloseRequests } from './mainEvents.ts';
import { NavigationRail } from './NavigationRail.tsx';
import { CommandPalette } from './palette/CommandPalette.tsx';
import { HelpModal } from './shortcuts/HelpModal.tsx';
import { ShortcutsSheet } from './shortcuts/ShortcutsSheet.tsx';
import { StatusBar } from './status/StatusBar.tsx';
import { UnsavedModal } from './UnsavedModal.tsx';

const partOf = {
  queue: { now: () => QueueScreen },
  review: lazyPart(async () => (await import('../screens/review/ReviewScreen.tsx')).ReviewScreen),
  folders: lazyPart(async () => (await import('../screens/folders/FoldersScreen.tsx')).FoldersScreen),
  recipes: lazyPart(async () => (await import('../screens/recipes/RecipesScreen.tsx')).RecipesScreen),
  services: lazyPart(async () => (await import('../screens/services/ServicesScreen.tsx')).ServicesScreen),
  studio: lazyPart(async () => (await import('../screens/studio/StudioScreen.tsx')).StudioScreen),
  settings: lazyPart(async () => (await import('../screens/settings/SettingsScreen.tsx')).SettingsScreen),
} as const satisfies Record<Screen, LazyComponent>;

export function App() {
  const { t } = useTranslation();
  const phase = useLoad((load) => load.phase);
  const message = useLoad((load) => (load.phase === 'failed' ? load.message : ''));
  useEffect(followMainProcess, []);
  useEffect(handleCloseRequests, []);
  useLayoutEffect(() => {
    if (phase === 'failed') removeFirstPaint();
  }, [phase]);

  switch (phase) {
    case 'loading':
      return (
        <div className={classes.late}>
          <EmptyState text={t('app.loading')} icon={<Loader size="sm" color="gray" />} testId="app-loading" />
        </div>
      );
    case 'failed':
      return (
        <EmptyState title={t('app.failedTitle')} text={formatMessage(message)} testId="app-failed">
          <Button variant="default" onClick={() => window.location.reload()}>
            {t('app.tryAgain')}
          </Button>
        </EmptyState>
      );
    case 'ready':
      return <Localized />;
    default:
      return phase satisfies never;
  }
}

/** Waits for the user's language, so that nothing is shown in English first. */
function Localized() {
  return useLanguage() ? <Ready /> : null;
}

/** Returns whether the language of the settings has been loaded once. */
function useLanguage(): boolean {
  const chosen = useData((data) => data.settings.language);
  const system = useData((data) => data.about.languages);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    let isLatest = true;
    // Also if it fails, because the texts are in English then.
    void setLanguage(readingOf(system, chosen)).finally(() => {
      if (!isLatest) return;
      applyChanges({ profiles: currentData().profiles });
      setLoaded(true);
    });
    return () => {
      isLatest = false;
    };
  }, [chosen, system]);
  return isLoaded;
}

function useAppearance(): void {
  const appearance = useData((data) => data.settings.appearance);
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(appearance === 'system' ? 'auto' : appearance), [appearance, setColorScheme]);
}

/** Removes the frame painted before React (`scripts/first-paint.ts`). */
function removeFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}

function Ready() {
  useLayoutEffect(removeFirstPaint, []);
  useAppearance();
  useCommandKeys();
  useEffect(followNotices, []);
  useEffect(followLists, []);
  useEffect(() => followResults(isPageBusy), []);
  useEffect(followUpdates, []);
  useEffect(preloadParts, []);
  useEffect(() => void reportCrash(), []);
  useEffect(() => void requestIdleCallback(() => void requestQuietly('app.started')), []);
  useEffect(followMenu, []);
  // A blind comparison covers the window.
  const isJudging = useComparing((state) => state.judging !== null);
  return (
    <>
      <div className={classes.shell} inert={isJudging} data-testid="app-ready">
        <NavigationRail />
        <main className={classes.main} tabIndex={-1}>
          <Screens />
        </main>
        <div className={classes.foot}>
          <StatusBar />
        </div>
        <DropAnywhere />
        <CommandPalette />
        <HelpModal />
        <ShortcutsSheet />
        <AboutSheet />
        <CrashSheet />
        <UnsavedModal />
        <PickRuleSheet />
        <PicksSheet />
        <ProcessWithSheet />
        <CardSheet />
        <CardReport />
        <ProductListSheet />
        <RecentListsSheet />
        <ProductsTable />
      </div>
      <Comparisons />
    </>
  );
}

/** Renders the current screen, and keeps visited ones hidden with their state. Effects of hidden screens are ended. */
function Screens() {
  const screen = useUi((ui) => ui.screen);
  const [visited, setVisited] = useState<ReadonlySet<Screen>>(new Set([screen]));
  if (!visited.has(screen)) setVisited(new Set([...visited, screen]));
  return screens
    .filter((each) => visited.has(each))
    .map((each) => (
      <Activity key={each} mode={each === screen ? 'visible' : 'hidden'}>
        <VisitedScreen screen={each} />
      </Activity>
    ));
}

/** Does not render again when the screen changes. */
const VisitedScreen = memo(function VisitedScreen({ screen }: { readonly screen: Screen }) {
  return (
    <ErrorBoundary>
      <LazyPart part={partOf[screen]}>
        <FocusScreen />
      </LazyPart>
    </ErrorBoundary>
  );
});

/** Limits an error to one screen. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <EmptyState title={i18next.t('crashed.title')} text={i18next.t('crashed.text')} testId="screen-broken">
        <Button variant="default" onClick={() => this.setState({ hasFailed: false })}>
          {i18next.t('crashed.again')}
        </Button>
      </EmptyState>
    );
  }
}
