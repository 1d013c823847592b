/** Version of the wire contract (CONTRACT §14). */
export const contractVersion = '1.0.0';
