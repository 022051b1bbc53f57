// Prints a line for each check, `ok`, `not ok` or `skip`, which the script `run` counts.

export async function check(name: string, body: () => unknown): Promise<void> {
    try {
        await body();
        console.log(`ok typescript: ${name}`);
    } catch (error) {
        console.log(`not ok typescript: ${name}`);
        console.log(String(error instanceof Error ? error.stack : error).replace(/^/gm, "    "));
    }
}

/** The address of one of the services that `run` started. */
export function service(name: string): string {
    const address = process.env[name];
    if (address === undefined) {
        throw new Error(`${name} is not set`);
    }
    return address;
}
