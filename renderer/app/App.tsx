/** The window: rail, screen, status bar, and what lies over all of them. */
import { Button, Loader } from '@mantine/core';
import { Activity, memo, useEffect, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../contract/messages/format-message.ts';
import { requestQuietly, subscribe } from '../bridge.ts';
import { notify } from '../notifications.tsx';
import { followMenu } from './applicationMenu.ts';
import './commandTable.ts';
import { isPageBusy } from '../commands/keyEvents.ts';
import { type LazyComponent, LazyPart, lazyPart, preloadParts } from '../components/LazyPart.tsx';
import { FocusScreen } from '../components/restoreFocus.tsx';
import { EmptyState } from '../components/Screen.tsx';
import classes from '../components/Shell.module.css';
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
import { followResults } from '../screens/review/followResults.ts';
import { followUpdates } from '../screens/settings/updates.ts';
import { followMainProcess, useLoad } from '../state/data/store.ts';
import { type Screen, screens, useUi } from '../state/window/navigation.ts';
import { handleCloseRequests } from './closeRequests.ts';
import { DropAnywhere } from './DropAnywhere.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { followLists } from './followLists.ts';
import { HelpModal } from './HelpModal.tsx';
import { Rail } from './NavigationRail.tsx';
import { Palette } from './palette/CommandPalette.tsx';
import { ShortcutsSheet } from './ShortcutsSheet.tsx';
import { StatusBar } from './status/StatusBar.tsx';
import { UnsavedModal } from './UnsavedModal.tsx';
import { useAppearance } from './useAppearance.ts';
import { useCommandKeys } from './useCommandKeys.ts';
import { useLanguage } from './useLanguage.ts';

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
  useEffect(() => followMainProcess(), []);
  useEffect(() => handleCloseRequests(), []);
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
      return <InLanguage />;
    default:
      return phase satisfies never;
  }
}

/** Nothing is shown in English first: a catalog is there in a moment. */
function InLanguage() {
  return useLanguage() ? <Ready /> : null;
}

/** Takes away the frame that was painted before the app was there (`scripts/first-paint.ts`). */
function removeFirstPaint(): void {
  document.getElementById('first-paint')?.remove();
}

function Ready() {
  useLayoutEffect(removeFirstPaint, []);
  useAppearance();
  useCommandKeys();
  useEffect(() => subscribe('notice', ({ tone, text }) => notify({ tone, text: () => formatMessage(text) })), []);
  useEffect(() => followLists(), []);
  useEffect(() => followResults(isPageBusy), []);
  useEffect(() => followUpdates(), []);
  useEffect(preloadParts, []);
  useEffect(() => void reportCrash(), []);
  useEffect(() => void requestIdleCallback(() => void requestQuietly('app.started')), []);
  useEffect(() => followMenu(), []);
  // What one judges lies over all of it.
  const isJudging = useComparing((state) => state.judging !== null);
  return (
    <>
      <div className={classes.shell} inert={isJudging} data-testid="app-ready">
        <Rail />
        <main className={classes.main} tabIndex={-1}>
          <Screens />
        </main>
        <div className={classes.foot}>
          <StatusBar />
        </div>
        <DropAnywhere />
        <Palette />
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

/**
 * The screen one is on, and out of sight, those one has been on: each with its place, what is open in it and what is typed. Their
 * effects have ended until they are shown again, so that none hears a key, follows the queue or asks for anything.
 */
function Screens() {
  const screen = useUi((ui) => ui.screen);
  const [visited, setVisited] = useState<ReadonlySet<Screen>>(new Set([screen]));
  if (!visited.has(screen)) setVisited(new Set([...visited, screen]));
  return screens
    .filter((each) => visited.has(each))
    .map((each) => (
      <Activity key={each} mode={each === screen ? 'visible' : 'hidden'}>
        <Kept screen={each} />
      </Activity>
    ));
}

/** Not drawn anew by a change of screens. */
const Kept = memo(function Kept({ screen }: { readonly screen: Screen }) {
  return (
    <ErrorBoundary>
      <LazyPart part={partOf[screen]}>
        <FocusScreen />
      </LazyPart>
    </ErrorBoundary>
  );
});
