/** The nonce that style elements must bear under the content policy, and who is told of it. */

/** Empty under the development server, which sends no policy. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

// react-remove-scroll, under Mantine's dialogs, takes it from where webpack would put it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce });
