/** Whether somebody listens at a port of this machine. */
export function listens(port: number): Promise<boolean>
