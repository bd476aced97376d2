# Adds the folder of galley-cli.cmd to PATH, or removes it. Run by the installer.
param([string] $Folder, [string] $For, [switch] $Remove)
$key = if ($For -eq 'all') {
  [Microsoft.Win32.Registry]::LocalMachine.OpenSubKey('SYSTEM\CurrentControlSet\Control\Session Manager\Environment', $true)
} else {
  [Microsoft.Win32.Registry]::CurrentUser.OpenSubKey('Environment', $true)
}
# Not expanded, so that entries such as %SystemRoot% remain.
$before = [string] $key.GetValue('Path', '', 'DoNotExpandEnvironmentNames')
$others = @($before -split ';' | Where-Object { $_ -ne '' -and $_ -ne $Folder })
$after = if ($Remove) { $others } else { $others + $Folder }
$key.SetValue('Path', ($after -join ';'), 'ExpandString')
