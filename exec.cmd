@rem npm start runs "exec node ...", so that a signal to npm reaches the server; cmd.exe has no exec of its own.
@%*
