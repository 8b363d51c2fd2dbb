/** TODO. */
export const cli = {} as const;
