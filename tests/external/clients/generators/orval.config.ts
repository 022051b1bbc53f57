export default {
    service: {
        input: process.env["SUDOKU_CONTRACT"],
        output: { target: "generated/index.ts", client: "fetch", baseUrl: process.env["SUDOKU_URL"] },
    },
};
