/** TODO. */
export const imaging = {} as const;
