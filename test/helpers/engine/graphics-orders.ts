/** First value of an input that makes `graphics-process.ts` misbehave. */
export const orders = { hang: 99, crash: 98, wrong: 97, fail: 96 } as const;
