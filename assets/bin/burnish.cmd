@echo off
rem Burnish for terminals: the console program beside the app, which opens no window, whatever its words are.
rem Chromium leaves alone what stands behind the two dashes.
"%~dp0..\..\burnish-cli.exe" --cli -- %*
exit /b %errorlevel%
