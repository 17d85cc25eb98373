# Runs exiftool in processes that are forked from this one, which has compiled its source and read some files.
# usage: perl -w exiftool.pl FILE...
#
# Each line of standard input names a folder with two files: `arguments`, each with a NUL at its end, and `input`. The
# process that is forked for it writes `output` and `errors`. The answer is a line: the folder and the exit status.
use strict;
use warnings;
use POSIX ();

# Runs after exiftool's own END. Freeing what was loaded would take longer than most of the work.
END { close STDOUT; POSIX::_exit($?) }

my ($program) = grep { -x } map { "$_/exiftool" } split /:/, $ENV{PATH};
die "exiftool is not installed\n" unless $program;
my @samples = splice @ARGV;
open(my $file, '<', $program) or die "$program: $!\n";
my $source = do { local $/; <$file> };
$source =~ s/^__END__$.*//ms;
open(my $requests, '<&', \*STDIN) or die;
open(my $replies, '>&', \*STDOUT) or die;

# Returns in the processes that are forked, one for each request.
sub accept_requests {
  # Loads the modules and tables for files of these kinds, and those for writing.
  Image::ExifTool->new->ImageInfo($_) for @samples;
  Image::ExifTool->new->SetNewValue(Artist => 'a');
  $SIG{CHLD} = 'IGNORE';
  while (my $folder = <$requests>) {
    chomp $folder;
    my $fork;
    sleep 1 until defined($fork = fork);
    next if $fork;
    # This process waits for exiftool.
    $SIG{CHLD} = 'DEFAULT';
    if (my $child = fork) {
      waitpid $child, 0;
      syswrite $replies, "$folder " . ($? & 127 ? 128 + ($? & 127) : $? >> 8) . "\n";
      POSIX::_exit(0);
    }
    alarm 300;
    open(my $arguments, '<', "$folder/arguments") or die;
    @ARGV = split /\0/, do { local $/; <$arguments> }, -1;
    pop @ARGV;
    open(STDIN, '<', "$folder/input") or die;
    open(STDOUT, '>', "$folder/output") or die;
    open(STDERR, '>', "$folder/errors") or die;
    return;
  }
  POSIX::_exit(0);
}

# All of it is compiled before its first statement runs, which is this call.
$0 = $program;
eval "accept_requests();\n#line 1 \"$program\"\n$source";
die $@ if $@;
