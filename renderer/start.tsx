/** Puts the app into the page. */
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readingOf } from '../contract/language.ts';
import { App } from './App.tsx';
import { showIn } from './locales/setup.ts';
import { styleNonce } from './nonce.ts';
import { cssVariablesResolver, theme } from './theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');

// What is said before the settings are known.
void showIn(readingOf(navigator.languages));

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <ModalsProvider>
        <Notifications position="bottom-right" limit={4} />
        <App />
      </ModalsProvider>
    </MantineProvider>
  </StrictMode>,
);
