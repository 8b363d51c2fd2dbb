import '@mantine/core/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ModalsProvider } from '@mantine/modals';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { readingOf } from '../contract/messages/language.ts';
import { App } from './app/App.tsx';
import { Notices } from './app/status/Notices.tsx';
import { setLanguage } from './locales/setup.ts';
import { cssVariablesResolver, strongVariablesResolver, theme } from './theme/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');

// Before React draws in the new language, because the font depends on it.
i18next.on('languageChanged', (language) => {
  document.documentElement.lang = language;
});
// For the texts before the settings are loaded.
void setLanguage(readingOf(navigator.languages));

/** The nonce that the content policy requires of style elements; empty under the development server, which sends no policy. */
const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
// For react-remove-scroll, which Mantine's dialogs use.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });

function ThemedApp() {
  const hasMoreContrast = useMediaQuery('(prefers-contrast: more)', undefined, { getInitialValueInEffect: false });
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={hasMoreContrast ? strongVariablesResolver : cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <ModalsProvider>
        <App />
        <Notices />
      </ModalsProvider>
    </MantineProvider>
  );
}

createRoot(root).render(
  <StrictMode>
    <ThemedApp />
  </StrictMode>,
);
