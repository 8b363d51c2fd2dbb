/** TODO. */
export const intake = {} as const;
